// The table's state as it comes; a lost connection is taken up again by the browser itself.

// The revision of the state that people see: what they ask for is meant for that one.
export const shown = { revision: undefined };

export function watch(show, away) {
  const source = new EventSource("/api/live");
  source.onmessage = (message) => {
    const state = JSON.parse(message.data);
    if (!("score" in state)) return;
    shown.revision = state.revision;
    show(state);
  };
  source.onerror = () => away();
  return source;
}

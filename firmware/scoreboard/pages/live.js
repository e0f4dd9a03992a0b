// The table's state as it comes; a lost connection is taken up again by the browser itself.

export function watch(show, away) {
  const source = new EventSource("/api/live");
  source.onmessage = (message) => {
    const state = JSON.parse(message.data);
    if ("score" in state) show(state);
  };
  source.onerror = () => away();
  return source;
}

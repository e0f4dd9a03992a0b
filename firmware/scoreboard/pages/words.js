// Texts with named fields, such as "{name} wins", as the pages carry them in the players' language.

export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

// A text as the beginning of a line, where programs get it as a part of theirs.
export const sentence = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

// The same where it is read by itself: a text of several sentences ends with a full stop, a single one without.
export const paragraph = (text) => (/[.!?]\s/.test(text) && !/[.!?]$/.test(text) ? `${sentence(text)}.` : sentence(text));

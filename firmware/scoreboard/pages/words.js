// Texts with named fields, such as "{name} wins", as the pages carry them in the players' language.

export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

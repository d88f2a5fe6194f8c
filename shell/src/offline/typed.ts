type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Inside such an element what is typed outlives a reload by itself. */
export const KEEPS_TYPING = 'data-keeps-typing';

const touched = new Set<WeakRef<Field>>();
const known = new WeakSet<Field>();

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

function note(event: Event): void {
  // A remote may draw its form inside a shadow root: the first of the path is the field itself.
  const [field] = event.composedPath();
  if (!isField(field) || known.has(field)) return;
  known.add(field);
  touched.add(new WeakRef(field));
}

/** Begins to notice what a person types, wherever on the page. */
export function watchTyping(): void {
  document.addEventListener('input', note, { capture: true, passive: true });
}

const keeps = (field: Field) => {
  const root = field.getRootNode();
  const element = root instanceof ShadowRoot ? root.host : field;
  return element.closest(`[${KEEPS_TYPING}]`) !== null;
};

function isFilled(field: Field): boolean {
  if (!field.isConnected || keeps(field)) return false;
  const isChoice = field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
  return isChoice || field.value !== '';
}

/** True while something that a person typed or chose stands in a form of this page and would be lost with it. */
export function hasUnsentTyping(): boolean {
  return [...touched].some((reference) => {
    const field = reference.deref();
    if (field === undefined) touched.delete(reference);
    return field !== undefined && isFilled(field);
  });
}

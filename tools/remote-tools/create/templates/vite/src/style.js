// The page's policy forbids <style> elements with text; a constructed style sheet is allowed.
const STYLE = `
  .hospital-survey { color: var(--ink, #16262e); }
  .hospital-survey :is(form, fieldset) { display: grid; gap: 0.5rem; margin: 0; padding: 0; border: 0; min-inline-size: 0; }
  .hospital-survey form { gap: 1.5rem; }
  .hospital-survey :is(legend, .question) { padding: 0; font-size: 1.125rem; font-weight: 640; }
  .hospital-survey .choice { display: flex; align-items: center; gap: 0.75rem; min-block-size: 44px; }
  .hospital-survey input { inline-size: 1.375rem; block-size: 1.375rem; accent-color: var(--brand, #0d5c63); }
  .hospital-survey :is(textarea, select) {
    display: block; inline-size: 100%; min-block-size: 44px; margin-block-start: 0.5rem; padding: 0.5rem;
    border: 2px solid var(--field-line, #6f7f88); border-radius: 8px; background: var(--surface, #fff); color: inherit;
  }
  .hospital-survey button {
    min-block-size: 52px; border: 0; border-radius: 8px; font-weight: 640;
    background: var(--brand, #0d5c63); color: var(--on-brand, #fff);
  }
  .hospital-survey .clear {
    justify-self: start; min-block-size: 44px; padding-inline: 0; background: none; color: inherit;
    text-decoration: underline;
  }
  .hospital-survey [role='alert'] { color: var(--urgent, #b8322a); font-weight: 640; }
`;

/** Adds the style sheet. Returns a function that removes it. */
export function addStyle() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

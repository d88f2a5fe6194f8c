const ABSENT = { checkVisibility: () => true, scrollIntoView: () => undefined };

/**
 * For tests of focus in dialogs and lists. jsdom renders nothing, so components consider nothing visible or focusable.
 * Within the calling file everything counts as visible, and scrolling does nothing.
 */
export function pretendVisible(): void {
  beforeAll(() => {
    Object.assign(HTMLElement.prototype, ABSENT);
  });
  afterAll(() => {
    for (const name of Object.keys(ABSENT)) Reflect.deleteProperty(HTMLElement.prototype, name);
  });
}

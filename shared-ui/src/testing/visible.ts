const ABSENT = { checkVisibility: () => true, scrollIntoView: () => undefined };

/**
 * For tests about focus in dialogs and lists: jsdom draws nothing, so to a component that asks, nothing is visible
 * and nothing takes the focus. Within the calling file everything counts as visible, and scrolling does nothing.
 */
export function pretendVisible(): void {
  beforeAll(() => {
    Object.assign(HTMLElement.prototype, ABSENT);
  });
  afterAll(() => {
    for (const name of Object.keys(ABSENT)) Reflect.deleteProperty(HTMLElement.prototype, name);
  });
}

import { changeSettings } from 'shared-ui';

/**
 * The tutorial offer is answered: from here on the person may use the app, after the tutorial when they want it
 * (docs/product-rules.md#tutorial).
 */
export function answerTutorialOffer(wantsTutorial: boolean): void {
  changeSettings({ isUserValidated: true, viewTutorial: wantsTutorial });
}

/** The tutorial's last step is done, or the person leaves it: the app is next. */
export function finishTutorial(): void {
  changeSettings({ viewTutorial: false });
}

import { changeSettings } from 'shared-ui';

/**
 * Records the answer to the tutorial offer. From here on the user may use the app, after the tutorial if they want it
 * (docs/product-rules.md#tutorial).
 */
export function answerTutorialOffer(wantsTutorial: boolean): void {
  changeSettings({ isUserValidated: true, viewTutorial: wantsTutorial });
}

/** Ends the tutorial, after its last step or when the user leaves it. */
export function finishTutorial(): void {
  changeSettings({ viewTutorial: false });
}

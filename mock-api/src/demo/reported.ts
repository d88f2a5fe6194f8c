/** Key of the demo's result that its hospital reports, if there is one. */
export const REPORTED_RESULT = 'story-blood';

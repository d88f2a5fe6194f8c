/** Leaves the app for another site, such as the sign-out page of staff's identity provider. */
export const leaveFor = (url: string): void => location.assign(url);

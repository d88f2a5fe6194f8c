import { requestPaths } from 'shared-ui/contract';

/** Returns the path of the screen that asks for water, help and the like. */
export const needPath = (profileId: number) => `${requestPaths.list(profileId)}/need`;

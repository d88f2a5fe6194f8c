import { join } from 'node:path';
import { REPO } from 'server-kit/paths';

/** What the package `lodestar-shell` brings, beside its compiled code: a deploy root, and the team that signed it. */
export const PACKED_PRODUCT = {
  deployRoot: join(REPO, 'product', 'deploy'),
  teamsFile: join(REPO, 'product', 'teams.json'),
  team: 'lodestar',
};

import { test as base } from '../support/fixtures.ts';

export { expect, JOURNEY } from '../support/fixtures.ts';

export const test = base.extend({ serviceWorkers: 'allow' });

import { join } from 'node:path';
import { testCatalogue } from './testing/index.ts';

describe('shared translations', () => testCatalogue(__dirname));
describe('translations of the links for asking the hospital', () =>
  testCatalogue(join(__dirname, 'patient', 'requests')));
describe('translations of where a record comes from', () => testCatalogue(join(__dirname, 'patient', 'source')));

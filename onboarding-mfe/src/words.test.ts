import { testCatalogue } from 'shared-ui/testing';

describe('of the way in', () => testCatalogue(__dirname));
describe('of accounts', () => testCatalogue(__dirname, 'account'));
describe('of the legal documents', () => testCatalogue(__dirname, 'legal'));

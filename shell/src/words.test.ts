import { testCatalogue } from 'shared-ui/testing';

describe('translations of the shell', () => testCatalogue(__dirname));
describe('translations of the session', () => testCatalogue(__dirname, 'session'));

import { testCatalogue } from 'shared-ui/testing';

describe('onboarding translations', () => testCatalogue(__dirname));
describe('account translations', () => testCatalogue(__dirname, 'account'));
describe('legal translations', () => testCatalogue(__dirname, 'legal'));
describe('tutorial translations', () => testCatalogue(__dirname, 'tutorial'));

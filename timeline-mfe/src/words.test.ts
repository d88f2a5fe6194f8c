import { testCatalogue } from 'shared-ui/testing';

describe('of the timeline', () => testCatalogue(__dirname));
describe('of where a person is signed in', () => testCatalogue(__dirname, 'sessions'));
describe('of news while the app is closed', () => testCatalogue(__dirname, 'push'));
describe('of passkeys', () => testCatalogue(__dirname, 'passkeys'));
describe('of asking the hospital', () => testCatalogue(__dirname, 'requests'));

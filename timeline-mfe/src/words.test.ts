import { testCatalogue } from 'shared-ui/testing';

describe('of the timeline', () => testCatalogue(__dirname));
describe('of asking the hospital', () => testCatalogue(__dirname, 'requests'));

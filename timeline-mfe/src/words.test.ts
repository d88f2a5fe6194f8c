import { testCatalogue } from 'shared-ui/testing';

describe('translations of the timeline', () => testCatalogue(__dirname));
describe('translations of screens that load on demand', () => testCatalogue(__dirname, 'screens'));
describe('translations of sessions', () => testCatalogue(__dirname, 'sessions'));
describe('translations of notifications', () => testCatalogue(__dirname, 'push'));
describe('translations of passkeys', () => testCatalogue(__dirname, 'passkeys'));
describe('translations of the name', () => testCatalogue(__dirname, 'name'));
describe('translations of the day', () => testCatalogue(__dirname, 'day'));
describe('translations of the demo', () => testCatalogue(__dirname, 'demo'));
describe('translations of plans', () => testCatalogue(__dirname, 'plan'));
describe('translations of requests', () => testCatalogue(__dirname, 'requests'));
describe('translations of the mobile number', () => testCatalogue(__dirname, 'code-phone'));
describe('translations of sharing', () => testCatalogue(__dirname, 'sharing'));
describe('translations of visiting', () => testCatalogue(__dirname, 'visiting'));
describe('translations of own data', () => testCatalogue(__dirname, 'own-data'));
describe('translations of supported people', () => testCatalogue(__dirname, 'people'));
describe('translations of the question of the day', () => testCatalogue(__dirname, 'daily'));
describe('translations of a return', () => testCatalogue(__dirname, 'return'));

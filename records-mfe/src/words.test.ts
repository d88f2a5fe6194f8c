import { testCatalogue } from 'shared-ui/testing';

describe('translations of results and care plans', () => testCatalogue(__dirname));
describe('translations of the checklist for going home', () => testCatalogue(__dirname, 'going-home'));
describe('translations of the hospital’s record', () => testCatalogue(__dirname, 'records'));
describe('translations of measurements', () => testCatalogue(__dirname, 'trend'));
describe('translations of appointments', () => testCatalogue(__dirname, 'appointments'));
describe('translations of the medication check', () => testCatalogue(__dirname, 'medication-check'));
describe('translations of documents', () => testCatalogue(__dirname, 'documents'));

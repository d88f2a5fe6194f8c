import type { Result } from 'mock-api/contract';
import { fakeApi, openPage } from '../../testing/index.ts';
import { store } from '../store.ts';
import { addRecords, loadRecords } from './records.ts';

const result = (id: string): Result => ({
  id,
  profileId: 1,
  type: 1,
  name: id,
  content: '',
  completedAt: '',
  performedAt: '2020-03-16T14:10:00.000Z',
  resultsAt: '2020-03-16T15:05:00.000Z',
  performer: null,
  conclusion: null,
  observations: [],
  media: [],
  questions: [],
});

const ids = () => store.getState().records.results.map(({ id }) => id);

beforeEach(openPage);

test('loadRecords keeps a result that arrives during the request, once, and removes one that the server no longer has', async () => {
  fakeApi({
    'GET v1/results': () => {
      addRecords([result('new'), result('old')], []);
      return [result('old')];
    },
    'GET v1/care-plans': [],
  });
  await loadRecords();
  expect(ids()).toEqual(['new', 'old']);
  addRecords([result('newer'), result('new')], []);
  expect(ids()).toEqual(['newer', 'new', 'old']);
  fakeApi({ 'GET v1/results': [result('old')], 'GET v1/care-plans': [] });
  await loadRecords();
  expect(ids()).toEqual(['old']);
});

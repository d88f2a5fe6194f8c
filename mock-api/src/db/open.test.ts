import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serversOf } from 'server-kit/database/servers';
import { DatabaseTimeoutError, isOutage } from './open.ts';

const withCode = (code: string) => Object.assign(new Error('no words'), { code });

it('serversOf gives each server of an address the same user, database and options', () => {
  const rest = 'lodestar?target_session_attrs=read-write';
  const servers = [`postgres://me:a%2Cb@db1:5433/${rest}`, `postgres://me:a%2Cb@db2/${rest}`];
  assert.deepEqual(serversOf(`postgres://me:a%2Cb@db1:5433,db2/${rest}`), servers);
  for (const one of ['postgres://me:a,b@[::1]:5432/lodestar?x=1,2', 'no address', ''])
    assert.deepEqual(serversOf(one), [one]);
});

describe('isOutage', () => {
  it('recognises an unreachable database by its code, message or cause', () => {
    for (const code of ['ECONNREFUSED', 'EAI_AGAIN', '08006', '57P01', '57P02', '57P03', '53300', '25006'])
      assert.ok(isOutage(withCode(code)), code);
    for (const words of ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])
      assert.ok(isOutage(new Error(words)), words);
    assert.ok(isOutage(new DatabaseTimeoutError('no answer')));
    assert.ok(isOutage(new Error('a call failed', { cause: withCode('57P01') })));
    assert.ok(isOutage(new AggregateError([withCode('ECONNREFUSED')])));
  });

  it('ignores errors caused by the statement', () => {
    for (const code of ['23505', '42P01', 'ENOENT', '57014']) assert.ok(!isOutage(withCode(code)), code);
    assert.ok(!isOutage(new Error('Connection pool of another kind')));
    assert.ok(!isOutage('57P01'));
  });
});

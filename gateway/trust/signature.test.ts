import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { SIGNATURE } from 'shared-ui/contract/documents';
import { publicHalf, sign, statementOf, verify } from './signature.ts';

const INTEGRITY = `sha384-${'A'.repeat(64)}`;

describe('a signature', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const statement = statementOf('timeline', '1.4.0', INTEGRITY);
  const value = sign(statement, privateKey);

  it('a signature matches the registry format and verifies with its key', () => {
    assert.equal(statement, `lodestar-remote\ntimeline\n1.4.0\n${INTEGRITY}`);
    assert.match(value, SIGNATURE.pattern);
    assert.ok(verify(statement, value, publicHalf(privateKey)));
  });

  it('a signature is invalid for another name, version, hash or key', () => {
    const others = [
      statementOf('records', '1.4.0', INTEGRITY),
      statementOf('timeline', '1.4.1', INTEGRITY),
      statementOf('timeline', '1.4.0', INTEGRITY.replace('A', 'B')),
    ];
    for (const other of others) assert.ok(!verify(other, value, publicHalf(privateKey)), other);
    assert.ok(!verify(statement, value, publicHalf(generateKeyPairSync('ed25519').publicKey)));
    assert.ok(!verify(statement, `${'A'.repeat(86)}==`, publicHalf(privateKey)));
  });
});

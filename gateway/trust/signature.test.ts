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

  it('is of the form that the registry asks for, and holds for its own text and key', () => {
    assert.equal(statement, `lodestar-remote\ntimeline\n1.4.0\n${INTEGRITY}`);
    assert.match(value, SIGNATURE.pattern);
    assert.ok(verify(statement, value, publicHalf(privateKey)));
  });

  it('holds for no other name, number, hash or key', () => {
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

import type { Registry } from 'prom-client';
import { addGauge, setAge, setMoment } from '../../common/metrics.ts';
import { RECORD_LINK_STATES } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { countLinks, hospitalOutboxState, lastReading, oldestDueLink } from '../../repositories/records/overview.ts';

/** Adds what the database says of the hospital's records, of all processes together. */
export function measureRecords(registry: Registry, db: Db): void {
  addGauge(
    registry,
    { name: 'lodestar_record_links', help: 'Links to records of the hospital, by state.', labelNames: ['state'] },
    async (gauge) => {
      const counts = await countLinks(db);
      for (const state of RECORD_LINK_STATES) gauge.set({ state }, counts[state]);
    },
  );
  const read = { name: 'lodestar_record_read_timestamp_seconds', help: 'When any record was last read; 0: never.' };
  addGauge(registry, read, async (gauge) => setMoment(gauge, await lastReading(db)));
  const due = { name: 'lodestar_record_due_seconds', help: 'How long the oldest reading that is due has waited.' };
  addGauge(registry, due, async (gauge) => setAge(gauge, await oldestDueLink(db)));
  const waiting = { name: 'lodestar_hospital_outbox_messages', help: 'What waits to be sent to the FHIR server.' };
  addGauge(registry, waiting, async (gauge) => gauge.set((await hospitalOutboxState(db)).count));
  const oldest = {
    name: 'lodestar_hospital_outbox_oldest_seconds',
    help: 'Age of the oldest of these; 0 without any.',
  };
  addGauge(registry, oldest, async (gauge) => setAge(gauge, (await hospitalOutboxState(db)).oldest));
}

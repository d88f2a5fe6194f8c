/** Sends the audit log to the outputs that are set. */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { runJob } from '../../common/polling-job.ts';
import { AuditFile } from './file.ts';
import { AuditOut, type AuditOutput } from './job.ts';
import { AuditSyslog } from './syslog.ts';

export const auditOut = fastifyPlugin(async (app: FastifyInstance) => {
  const { db, log, config } = app;
  const { file, syslog } = config.auditOut;
  const outputs: AuditOutput[] = [
    ...(file === undefined ? [] : [new AuditFile(file)]),
    ...(syslog === undefined ? [] : [new AuditSyslog(syslog)]),
  ];
  if (outputs.length > 0) AuditOut.measure(app.metrics, db, outputs);
  for (const output of outputs) await runJob(app, new AuditOut({ db, output, publicUrl: config.publicUrl, log }));
});

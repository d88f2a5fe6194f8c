import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonSchemaOf, REGISTRY, REMOTE_MANIFEST } from 'shared-ui/contract/documents';

const SCHEMAS = {
  'remote.schema.json': jsonSchemaOf(REMOTE_MANIFEST, 'remote.json'),
  'registry.schema.json': jsonSchemaOf(REGISTRY, 'registry.json'),
};

/** Writes the schemas of the documents that remotes, gateway and shell exchange. Returns the file names. */
export async function writeSchemas(folder: string): Promise<string[]> {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    await writeFile(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
  }
  return Object.keys(SCHEMAS);
}

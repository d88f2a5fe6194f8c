/// <reference types="node" />
import { createRequire } from 'node:module';
import webpack, { type Configuration } from 'webpack';

/** Builds the gallery into gallery/dist. Rejects with webpack's error output. */
export function buildGallery(): Promise<void> {
  const config: Configuration = createRequire(import.meta.url)('./webpack.config.cjs');
  return new Promise((resolve, reject) => {
    webpack(config, (error, stats) => {
      if (error) reject(error);
      else if (!stats || stats.hasErrors())
        reject(new Error(stats?.toString('errors-only') ?? 'webpack returned no result'));
      else resolve();
    });
  });
}

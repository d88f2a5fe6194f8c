/** Part of development builds only: the platform, with screens on demand that keep their state in the next build. */
const platform = require('shared-ui');
const { registering } = require('./refresh-runtime.cjs');

module.exports = {
  ...platform,
  onDemand: registering(platform.onDemand),
  onDemandOptional: registering(platform.onDemandOptional),
};

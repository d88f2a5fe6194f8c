const { remote } = require('shared-ui/webpack');

module.exports = remote({
  dir: __dirname,
  contract: 'feature@1',
  expose: './feature',
  module: './src/feature.tsx',
  routes: [
    { path: '/app/*', guard: 'patient' },
    { path: '/profile/:profileId/*', guard: 'patient' },
  ],
});

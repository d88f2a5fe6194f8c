const { remote } = require('remote-tools/webpack');

module.exports = remote({
  dir: __dirname,
  contract: 'feature@1',
  expose: './feature',
  module: './src/App.tsx',
  routes: [{ path: '/sample-remote/*', guard: 'patient' }],
  navigation: [
    {
      place: 'menu',
      path: '/sample-remote',
      label: { en: 'Sample remote', fr: 'Sample remote' },
      icon: 'clipboard-list',
      order: 50,
    },
  ],
});

const { remote } = require('shared-ui/webpack');

module.exports = remote({ dir: __dirname, contract: 'survey@1', expose: './survey', module: './src/survey.tsx' });

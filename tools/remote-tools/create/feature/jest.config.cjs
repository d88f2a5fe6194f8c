module.exports = { ...require('shared-ui/jest'), rootDir: __dirname };

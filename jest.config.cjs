const { settings, everyday } = require('./test/support/jest-settings.cjs');

/** `npm test`: one configuration for every suite; `npx jest test/unit` runs one folder. */
module.exports = { ...settings, projects: everyday };

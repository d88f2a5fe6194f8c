const React = require('react');

const Lottie = () => React.createElement('div', { 'data-testid': 'lottie', role: 'presentation' });
module.exports = { __esModule: true, default: Lottie, Lottie };

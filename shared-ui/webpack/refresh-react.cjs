/** Part of development builds only: React, with hooks that run again when the code of their component has changed. */
const React = require('react');
const { dependenciesOf } = require('./refresh-runtime.cjs');

const withCode = (hook) => (run, dependencies) => hook(run, dependenciesOf(dependencies));

module.exports = {
  ...React,
  useCallback: withCode(React.useCallback),
  useEffect: withCode(React.useEffect),
  useImperativeHandle: (ref, create, dependencies) =>
    React.useImperativeHandle(ref, create, dependenciesOf(dependencies)),
  useInsertionEffect: withCode(React.useInsertionEffect),
  useLayoutEffect: withCode(React.useLayoutEffect),
  useMemo: withCode(React.useMemo),
};

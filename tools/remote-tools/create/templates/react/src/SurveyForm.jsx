import { useEffect, useRef, useState } from 'react';
import { answersOf, COMMENT_MAX, fieldsOf, valuesFrom, wordsFor } from './form.js';

function Thanks({ words, isQueued, done }) {
  const heading = useRef(null);
  useEffect(() => heading.current.focus(), []);
  return (
    <div>
      <h2 ref={heading} tabIndex={-1}>
        {words.thanks}
      </h2>
      {isQueued && <p>{words.queued}</p>}
      <button type="button" onClick={done}>
        {words.done}
      </button>
    </div>
  );
}

function Scale({ field: { name, label, options }, value, change, words }) {
  const fieldset = useRef(null);
  const clear = () => {
    change('');
    fieldset.current.querySelector('input').focus();
  };
  return (
    <fieldset ref={fieldset}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => change(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
      {value !== '' && (
        <button className="clear" type="button" onClick={clear}>
          {words.clear}
        </button>
      )}
    </fieldset>
  );
}

function Rating({ field: { name, label, options }, value, change }) {
  const onChange = ({ target }) => change(target.value === '' ? '' : Number(target.value));
  return (
    <label className="question">
      <span>{label}</span>
      <select name={name} value={value} onChange={onChange}>
        <option value="">–</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Text({ field: { name, label }, value, change }) {
  return (
    <label className="question">
      <span>{label}</span>
      <textarea
        name={name}
        rows={4}
        value={value}
        maxLength={COMMENT_MAX}
        onChange={({ target }) => change(target.value)}
      />
    </label>
  );
}

const FIELDS = { scale: Scale, rating: Rating, text: Text };

function Form({ words, context, onSent }) {
  const fields = fieldsOf(context);
  const [values, setValues] = useState(() => valuesFrom(fields, context.draft));
  const [state, setState] = useState('open');
  const change = (name, value) => {
    const changed = { ...values, [name]: value };
    setValues(changed);
    context.keepDraft?.(answersOf(fields, changed));
  };
  const send = async (event) => {
    event.preventDefault();
    if (state === 'sending') return;
    setState('sending');
    await context.submit(answersOf(fields, values)).then(onSent, () => setState('failed'));
  };
  return (
    <form noValidate onSubmit={send}>
      {!context.answersAreKept && <p>{words.demo}</p>}
      <p>{words.intro}</p>
      {fields.map((field) => {
        const Field = FIELDS[field.kind];
        const { name } = field;
        const own = { field, words, value: values[name], change: (value) => change(name, value) };
        return <Field key={name} {...own} />;
      })}
      <p role="alert">{state === 'failed' ? words.failed : ''}</p>
      <button type="submit">{state === 'sending' ? words.sending : words.send}</button>
    </form>
  );
}

export function SurveyForm({ context }) {
  const [sent, setSent] = useState('');
  const words = wordsFor(context);
  return (
    <div className="hospital-survey" lang={context.locale} dir={context.direction}>
      {sent ? (
        <Thanks words={words} isQueued={sent === 'queued'} done={() => context.done()} />
      ) : (
        <Form words={words} context={context} onSent={({ status }) => setSent(status)} />
      )}
    </div>
  );
}

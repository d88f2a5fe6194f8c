import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BackHeader, Page } from '../index.ts';

afterEach(() => {
  document.head.innerHTML = '';
});

describe('Page', () => {
  it('focuses its heading', () => {
    render(<Page title="Enter your PIN" />);
    expect(screen.getByRole('heading', { level: 1, name: 'Enter your PIN' })).toHaveFocus();
  });

  it('sets the document title and restores the previous one', () => {
    document.head.innerHTML = '<title>Lodestar</title><meta name="application-name" content="Lodestar">';
    const { rerender, unmount } = render(<Page title="Home" />);
    expect(document.title).toBe('Home · Lodestar');
    rerender(
      <>
        <Page title="Home" />
        <BackHeader title="My Events" />
      </>,
    );
    expect(document.title).toBe('My Events · Lodestar');
    rerender(<Page title="Home" />);
    expect(document.title).toBe('Home · Lodestar');
    unmount();
    expect(document.title).toBe('Lodestar');
  });

  it('does not move the focus when focusHeading is false', () => {
    render(<Page title="Home" focusHeading={false} />);
    expect(document.body).toHaveFocus();
  });
});

describe('BackHeader', () => {
  it('goes back and closes', async () => {
    const back = jest.fn();
    const close = jest.fn();
    render(
      <BackHeader
        title="My Events"
        back={{ label: 'Back', onPress: back }}
        close={{ label: 'Close', onPress: close }}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(back).toHaveBeenCalledTimes(1);
    expect(close).toHaveBeenCalledTimes(1);
  });
});

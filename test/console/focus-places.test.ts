import { expect, test } from 'vitest';
import { FocusPlaces } from '../../console/src/ui/focus-places.ts';

const place = () => ({ isConnected: true });

test('a dialog opened from another one that has closed returns the focus where the other would have', () => {
  const places = new FocusPlaces<{ isConnected: boolean }>();
  const [button, submit] = [place(), place()];
  const closeForm = places.open(places.before(button));
  // The form closes as the secret opens: through its button, or when the focus has left it already.
  const [byButton, byNothing] = [places.before(submit), places.before(null)];
  submit.isConnected = false;
  const closings = [places.open(byButton), places.open(byNothing)];
  expect(closeForm()).toBe(button);
  expect(closings.map((close) => close())).toEqual([button, button]);
});

test('a dialog that opened without focus does not return it to a closed dialog', () => {
  const places = new FocusPlaces<{ isConnected: boolean }>();
  places.open(places.before(place()))();
  expect(places.before(null)).toEqual([]);
  expect(places.open(places.before(null))()).toBeUndefined();
});

test('forgets elements that have left the page', () => {
  const places = new FocusPlaces<{ isConnected: boolean }>();
  const gone = place();
  places.open(places.before(gone));
  gone.isConnected = false;
  expect(places.before(null)).toEqual([]);
});

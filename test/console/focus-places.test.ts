import { expect, test } from 'vitest';
import { FocusPlaces } from '../../console/src/ui/focus-places.ts';

const place = () => ({ isConnected: true });

test('a dialog that comes out of another one and outlives it gives the focus back to where that would have', () => {
  const places = new FocusPlaces<{ isConnected: boolean }>();
  const [button, submit] = [place(), place()];
  const closeForm = places.open(places.before(button));
  // The form is over as the secret opens: by its button, or with the focus gone from it already.
  const [byButton, byNothing] = [places.before(submit), places.before(null)];
  submit.isConnected = false;
  const closings = [places.open(byButton), places.open(byNothing)];
  expect(closeForm()).toBe(button);
  expect(closings.map((close) => close())).toEqual([button, button]);
});

test('a dialog that opened with no focus gives it to nothing of a dialog that is over', () => {
  const places = new FocusPlaces<{ isConnected: boolean }>();
  places.open(places.before(place()))();
  expect(places.before(null)).toEqual([]);
  expect(places.open(places.before(null))()).toBeUndefined();
});

test('what has left the page is not kept', () => {
  const places = new FocusPlaces<{ isConnected: boolean }>();
  const gone = place();
  places.open(places.before(gone));
  gone.isConnected = false;
  expect(places.before(null)).toEqual([]);
});

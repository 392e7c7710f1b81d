import { getCountries, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { customerZones, explainPlace, locateCustomer } from './customer-zones.ts';
import { areas } from './tables/area-zones.ts';
import { countryZones } from './tables/country-zones.ts';
import { areaCodePlaces } from './tables/nanp-area-codes.ts';
import { isTimeZone } from './time-zone.ts';

/** Returns the country of an area code by the numbering plan, if any of some sample numbers is assigned. */
function countryOf(areaCode: number): string | undefined {
  for (const rest of ['2345678', '5552345', '3234567', '4223456', '7654321']) {
    const parsed = parsePhoneNumberFromString(`+1${areaCode}${rest}`);
    if (parsed?.isValid() && /FIXED|MOBILE/.test(parsed.getType() ?? '')) return parsed.country;
  }
  return undefined;
}

describe('the tables', () => {
  it('contain only existing zones', () => {
    for (const [country, zones] of countryZones) {
      for (const zone of zones) expect([country, zone, isTimeZone(zone)]).toEqual([country, zone, true]);
    }
    for (const [areaCode, { zones }] of areaCodePlaces) {
      for (const zone of zones) expect([areaCode, zone, isTimeZone(zone)]).toEqual([areaCode, zone, true]);
    }
  });

  it('contain every callable country', () => {
    expect(getCountries().filter((country) => !countryZones.get(country)?.length)).toEqual([]);
  });

  it('place every assigned area code in its country, with zones of that country', () => {
    for (let areaCode = 200; areaCode <= 999; areaCode++) {
      const country = countryOf(areaCode);
      const place = areaCodePlaces.get(String(areaCode));
      if (!country) continue;
      expect([areaCode, place?.region.slice(0, 2)]).toEqual([areaCode, country]);
      for (const zone of place!.zones)
        expect([areaCode, countryZones.get(country)]).toContainEqual(expect.arrayContaining([zone]));
    }
  });

  it('have zones of the country for each of its areas, and each area once', () => {
    for (const [country, ofCountry] of areas) {
      for (const [beginning, zones] of ofCountry)
        expect([country, beginning, countryZones.get(country)]).toEqual([
          country,
          beginning,
          expect.arrayContaining([...zones]),
        ]);
    }
  });

  it('contain each area code once', () => {
    const source = [...areaCodePlaces.keys()];
    expect(source.every((areaCode) => /^[2-9]\d\d$/.test(areaCode))).toBe(true);
    expect(areaCodePlaces.size).toBeGreaterThan(430);
  });
});

describe('customerZones', () => {
  it.each([
    ['+12125550123', ['America/New_York']],
    ['+13125550123', ['America/Chicago']],
    ['+18085550123', ['Pacific/Honolulu']],
    ['+19155550123', ['America/Denver']],
    ['+12085550123', ['America/Boise', 'America/Los_Angeles']],
    ['+18505550123', ['America/New_York', 'America/Chicago']],
    ['+17095550123', ['America/St_Johns', 'America/Goose_Bay']],
    ['+18765550123', ['America/Jamaica']],
    ['+442079460958', ['Europe/London']],
    ['+33123456789', ['Europe/Paris']],
    ['+998712345678', ['Asia/Samarkand', 'Asia/Tashkent']],
  ])('%s', (e164, zones) => {
    expect(customerZones(e164)).toEqual(zones);
  });

  it.each([
    ['+74951234567', ['Europe/Moscow']],
    ['+73831234567', ['Asia/Novosibirsk']],
    ['+74151234567', ['Asia/Kamchatka']],
    ['+61282345678', ['Australia/Sydney']],
    ['+61862345678', ['Australia/Perth', 'Australia/Eucla']],
    ['+61889411234', ['Australia/Darwin']],
    ['+5511987654321', ['America/Sao_Paulo']],
    ['+5592987654321', ['America/Manaus']],
    ['+5581987654321', ['America/Recife', 'America/Noronha']],
    ['+525512345678', ['America/Mexico_City']],
    ['+526641234567', ['America/Tijuana']],
    ['+529981234567', ['America/Cancun']],
    ['+62212345678', ['Asia/Jakarta']],
    ['+62361234567', ['Asia/Makassar']],
    ['+62967521234', ['Asia/Jayapura']],
    ['+34922123456', ['Atlantic/Canary']],
    ['+34912345678', ['Europe/Madrid', 'Africa/Ceuta']],
    ['+351296123456', ['Atlantic/Azores']],
    ['+56322123456', ['America/Santiago', 'Pacific/Easter']],
    ['+861012345678', ['Asia/Shanghai']],
    ['+869912345678', ['Asia/Shanghai', 'Asia/Urumqi']],
    ['+380441234567', ['Europe/Kyiv']],
  ])('locates %s in its part of the country', (e164, zones) => {
    expect(isValidPhoneNumber(e164)).toBe(true);
    expect(customerZones(e164)).toEqual(zones);
  });

  it.each([
    ['+79161234567', ['Europe/Kaliningrad', 'Asia/Kamchatka']],
    ['+61412345678', ['Australia/Sydney', 'Australia/Perth', 'Australia/Darwin']],
    ['+628123456789', ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura']],
    ['+34612345678', ['Europe/Madrid', 'Atlantic/Canary']],
    ['+351912345678', ['Europe/Lisbon', 'Atlantic/Azores']],
    ['+8613812345678', ['Asia/Shanghai', 'Asia/Urumqi']],
    ['+380671234567', ['Europe/Kyiv', 'Europe/Simferopol']],
  ])('gives the mobile number %s all zones of its country', (e164, zones) => {
    expect(isValidPhoneNumber(e164)).toBe(true);
    expect(customerZones(e164)).toEqual(expect.arrayContaining(zones));
  });

  it('prefers the zone that the call names', () => {
    for (const e164 of ['+12125550123', '+80012345678', 'junk']) {
      const place = locateCustomer(e164, 'Asia/Tokyo');
      expect(place).toEqual({ zones: ['Asia/Tokyo'], source: 'call', basis: '' });
    }
    // Zone names that are also country codes.
    expect(customerZones('+12125550123', 'GB')).toEqual(['GB']);
    expect(customerZones('+442079460958')).toEqual(['Europe/London']);
  });

  it('reports the source', () => {
    const source = (e164: string) => [locateCustomer(e164).source, locateCustomer(e164).basis];
    expect(source('+12125550123')).toEqual(['area-code', '+1 212']);
    expect(source('+73831234567')).toEqual(['area-code', '+7 383']);
    expect(source('+442079460958')).toEqual(['country', 'GB']);
    expect(source('+18005551234')).toEqual(['country', 'US, CA']);
    expect(source('+80012345678')).toEqual(['nothing', '']);
    expect(explainPlace(locateCustomer('+12085550123'))).toBe(
      'The area code +1 208 is in America/Boise, America/Los_Angeles, which must all be open.',
    );
  });

  it.each(['+15551234567', '+18005551234', '+15005551234'])(
    'locates %s, whose area code has no place, in the United States or Canada',
    (e164) => {
      const zones = customerZones(e164);
      expect(zones).toEqual(
        expect.arrayContaining(['America/New_York', 'Pacific/Honolulu', 'America/St_Johns']),
      );
      expect(zones).not.toContain('Pacific/Guam');
    },
  );

  it.each(['+80012345678', '+881612345678', '+999123456789', 'junk', ''])(
    'returns nothing for %j',
    (e164) => {
      expect(customerZones(e164)).toEqual([]);
    },
  );
});

/**
 * Time zones of parts of a country by the leading digits of the national number, for countries with several. The longest
 * match counts. Other numbers, mostly mobile ones, may be anywhere in the country. The areas follow the national numbering
 * plans and were written by hand; those of +7, +52 and +62 were compared with libphonenumber's geocoding. The zones are
 * those of the IANA time zone database. An area on the border of two zones lists both.
 */
type Rows = ReadonlyArray<readonly [zones: string, beginnings: string]>;

const russia: Rows = [
  ['Europe/Kaliningrad', '401'],
  [
    'Europe/Moscow',
    '471 472 473 474 475 481 482 483 484 485 486 487 491 492 493 494 495 496 498 499 811 812 813 814 815 816 817 818',
  ],
  [
    'Europe/Moscow',
    '820 821 831 834 835 836 841 843 847 855 861 862 863 865 866 867 871 872 873 877 878 879',
  ],
  ['Europe/Kirov', '833'],
  ['Europe/Volgograd', '844'],
  ['Europe/Astrakhan', '851'],
  ['Europe/Saratov', '845'],
  ['Europe/Ulyanovsk', '842'],
  ['Europe/Samara', '341 846 848'],
  ['Asia/Yekaterinburg', '342 343 345 346 347 349 351 352 353'],
  ['Asia/Omsk', '381'],
  ['Asia/Tomsk', '382'],
  ['Asia/Novosibirsk', '383'],
  ['Asia/Novokuznetsk', '384'],
  ['Asia/Barnaul', '385 388'],
  ['Asia/Krasnoyarsk', '390 391 394'],
  ['Asia/Irkutsk', '301 395'],
  ['Asia/Chita', '302'],
  ['Asia/Yakutsk', '416'],
  ['Asia/Yakutsk Asia/Khandyga Asia/Vladivostok Asia/Ust-Nera Asia/Srednekolymsk', '411'],
  ['Asia/Vladivostok', '421 423 426'],
  ['Asia/Sakhalin Asia/Srednekolymsk', '424'],
  ['Asia/Magadan', '413'],
  ['Asia/Kamchatka', '415'],
  ['Asia/Anadyr', '427'],
];

// Numbers such as 08 52 are assigned all over the west and the center, and 04 to mobile phones.
const australia: Rows = [
  ['Australia/Sydney', '2'],
  ['Australia/Sydney Australia/Lord_Howe', '255 265'],
  ['Australia/Melbourne Australia/Hobart Australia/Sydney', '3'],
  // Tweed Heads uses the time of New South Wales.
  ['Australia/Brisbane Australia/Lindeman Australia/Sydney', '7'],
  ['Australia/Perth Australia/Eucla', '86 89'],
  ['Australia/Adelaide Australia/Broken_Hill', '87 88'],
  ['Australia/Darwin', '889'],
];

// Mobile numbers contain the area code of their place as well.
const brazil: Rows = [
  [
    'America/Sao_Paulo',
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49',
  ],
  ['America/Sao_Paulo', '51 53 54 55 61 62 64'],
  ['America/Araguaina', '63'],
  ['America/Cuiaba America/Sao_Paulo', '65 66'],
  ['America/Campo_Grande', '67'],
  ['America/Rio_Branco America/Eirunepe', '68'],
  ['America/Porto_Velho', '69'],
  ['America/Bahia', '71 73 74 75 77'],
  ['America/Maceio', '79 82'],
  ['America/Recife America/Noronha', '81'],
  ['America/Recife', '87'],
  ['America/Fortaleza', '83 84 85 86 88 89 98 99'],
  ['America/Belem', '91 94 96'],
  ['America/Santarem America/Belem', '93'],
  ['America/Manaus', '92'],
  ['America/Manaus America/Eirunepe', '97'],
  ['America/Boa_Vista', '95'],
];

// Mobile numbers contain the area code of their place as well. Towns at the northern border follow United States time.
const mexico: Rows = [
  ['America/Mexico_City', '2 3 4 55 56 58 59 7'],
  ['America/Mexico_City America/Bahia_Banderas', '322'],
  ['America/Bahia_Banderas America/Mazatlan', '329'],
  ['America/Mazatlan', '311 319 323 324 325 327 389 612 613 615 624 667 668 669 672 673 687 69'],
  ['America/Monterrey', '618 671 674 675 676 677 81 82 83 84'],
  ['America/Monterrey America/Matamoros', '86 87 89'],
  ['America/Chihuahua', '614 621 625 627 628 629 635 639 648 652 659'],
  ['America/Chihuahua America/Monterrey', '649'],
  ['America/Chihuahua America/Ojinaga', '626'],
  ['America/Chihuahua America/Ciudad_Juarez', '636 656'],
  ['America/Hermosillo', '622 623 631 632 633 634 637 638 641 642 643 644 645 647 651 662'],
  ['America/Hermosillo America/Tijuana', '653'],
  ['America/Tijuana', '616 646 658 661 663 664 665 666 686'],
  ['America/Mexico_City America/Merida', '9'],
  ['America/Cancun', '983 984 987 998'],
];

const indonesia: Rows = [
  ['Asia/Jakarta', '2 31 32 33 34 35 61 62 63 64 65 7'],
  ['Asia/Pontianak', '513 519 522 525 528 53 56'],
  ['Asia/Makassar', '36 37 38 4 511 512 517 518 526 527 54 55'],
  ['Asia/Jayapura', '90 91 92 93 95 96 97 98'],
];

const rows: Readonly<Record<string, Rows>> = {
  AU: australia,
  BR: brazil,
  CD: [
    ['Africa/Kinshasa', '1'],
    ['Africa/Lubumbashi', '2'],
  ],
  CL: [
    ['America/Santiago', '2 33 34 35 41 42 43 45 51 52 53 55 57 58 63 64 65 71 72 73 75'],
    ['America/Santiago Pacific/Easter', '32'],
    ['America/Punta_Arenas', '61'],
    ['America/Coyhaique America/Punta_Arenas America/Santiago', '67'],
  ],
  // Both clocks are in use in Xinjiang.
  CN: [
    ['Asia/Shanghai', '10 2 3 4 5 6 7 8 9'],
    ['Asia/Shanghai Asia/Urumqi', '90 99'],
  ],
  EC: [
    ['America/Guayaquil', '2 3 4 5 6 7'],
    ['America/Guayaquil Pacific/Galapagos', '52'],
  ],
  ES: [
    ['Europe/Madrid Africa/Ceuta', '81 82 83 84 85 86 87 88 91 92 93 94 95 96 97 98'],
    ['Atlantic/Canary', '822 828 922 928'],
  ],
  ID: indonesia,
  MX: mexico,
  NZ: [
    ['Pacific/Auckland', '3 4 6 7 9'],
    ['Pacific/Auckland Pacific/Chatham', '330'],
  ],
  PT: [
    ['Europe/Lisbon', '2'],
    ['Atlantic/Madeira', '291'],
    ['Atlantic/Azores', '292 295 296'],
  ],
  RU: russia,
  UA: [['Europe/Kyiv', '31 32 33 34 35 36 37 38 41 43 44 45 46 47 48 51 52 53 54 55 56 57 61 62 64']],
};

const byCountry = new Map(
  Object.entries(rows).map(([country, areas]) => [
    country,
    new Map(
      areas.flatMap(([zones, beginnings]) => {
        const list = zones.split(' ');
        return beginnings.split(' ').map((beginning) => [beginning, list] as const);
      }),
    ),
  ]),
);

/**
 * Returns the part of a country (ISO 3166 alpha-2) that a national number belongs to: its leading digits and IANA time
 * zones. Undefined when the number does not tell.
 */
export function areaOf(
  country: string,
  national: string,
): { beginning: string; zones: readonly string[] } | undefined {
  const areas = byCountry.get(country);
  if (!areas) return undefined;
  for (let length = 3; length > 0; length--) {
    const beginning = national.slice(0, length);
    const zones = areas.get(beginning);
    if (zones) return { beginning, zones };
  }
  return undefined;
}

/** All areas, for tests. */
export const areas: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = byCountry;

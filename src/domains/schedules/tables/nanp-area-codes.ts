/**
 * Area codes of the North American Numbering Plan with their time zones: region (ISO 3166, with the state or province in
 * the United States and Canada), IANA time zones, area codes. The assignments are published by NANPA and the Canadian
 * Numbering Administrator and include announced relief codes; the zones follow the IANA time zone database. An area in
 * several zones lists each, and a region with several areas has several rows. Codes without a place (toll-free, personal,
 * 900) are omitted.
 */
const rows: ReadonlyArray<readonly [region: string, zones: string, areaCodes: string]> = [
  ['US-AL', 'America/Chicago', '205 251 256 334 483 659 938'],
  ['US-AK', 'America/Anchorage America/Adak', '907'],
  ['US-AZ', 'America/Phoenix', '480 520 602 623'],
  // The Navajo Nation in the north-east observes daylight-saving time.
  ['US-AZ', 'America/Phoenix America/Denver', '928'],
  ['US-AR', 'America/Chicago', '327 479 501 870'],
  [
    'US-CA',
    'America/Los_Angeles',
    '209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626',
  ],
  [
    'US-CA',
    'America/Los_Angeles',
    '628 650 657 661 669 707 714 738 747 760 805 818 820 831 837 840 858 909 916',
  ],
  ['US-CA', 'America/Los_Angeles', '925 949 951'],
  ['US-CO', 'America/Denver', '303 719 720 748 970 983'],
  ['US-CT', 'America/New_York', '203 475 860 959'],
  ['US-DC', 'America/New_York', '202 771'],
  ['US-DE', 'America/New_York', '302'],
  [
    'US-FL',
    'America/New_York',
    '239 305 321 324 352 386 407 561 645 656 689 727 728 754 772 786 813 863 904 941',
  ],
  ['US-FL', 'America/New_York', '954'],
  ['US-FL', 'America/New_York America/Chicago', '448 850'],
  ['US-GA', 'America/New_York', '229 404 470 478 678 706 762 770 912 943'],
  ['US-HI', 'Pacific/Honolulu', '808'],
  ['US-ID', 'America/Boise America/Los_Angeles', '208 986'],
  ['US-IL', 'America/Chicago', '217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872'],
  ['US-IN', 'America/Indiana/Indianapolis', '260 317 463 765'],
  // Pulaski county is in 219 and on Eastern time, Starke county is in 574 and on Central time.
  ['US-IN', 'America/Chicago America/Indiana/Winamac', '219'],
  ['US-IN', 'America/Indiana/Indianapolis America/Indiana/Knox', '574'],
  ['US-IN', 'America/Indiana/Indianapolis America/Indiana/Tell_City America/Chicago', '812 930'],
  ['US-IA', 'America/Chicago', '319 515 563 641 712'],
  ['US-KS', 'America/Chicago', '316 913'],
  ['US-KS', 'America/Chicago America/Denver', '620 785'],
  ['US-KY', 'America/Chicago America/Kentucky/Louisville', '270 364'],
  ['US-KY', 'America/Kentucky/Louisville', '502'],
  ['US-KY', 'America/New_York America/Kentucky/Monticello America/Chicago', '606'],
  ['US-KY', 'America/New_York', '859'],
  ['US-LA', 'America/Chicago', '225 318 337 457 504 985'],
  ['US-ME', 'America/New_York', '207'],
  ['US-MD', 'America/New_York', '227 240 301 410 443 667'],
  ['US-MA', 'America/New_York', '339 351 413 508 617 774 781 857 978'],
  ['US-MI', 'America/Detroit', '231 248 269 313 517 586 616 679 734 810 947 989'],
  ['US-MI', 'America/Detroit America/Menominee', '906'],
  ['US-MN', 'America/Chicago', '218 320 507 612 651 763 924 952'],
  ['US-MS', 'America/Chicago', '228 471 601 662 769'],
  ['US-MO', 'America/Chicago', '235 314 417 557 573 636 660 816 975'],
  ['US-MT', 'America/Denver', '406'],
  ['US-NE', 'America/Chicago', '402 531'],
  ['US-NE', 'America/Chicago America/Denver', '308'],
  ['US-NV', 'America/Los_Angeles', '702 725'],
  // West Wendover uses Utah's time.
  ['US-NV', 'America/Los_Angeles America/Denver', '775'],
  ['US-NH', 'America/New_York', '603'],
  ['US-NJ', 'America/New_York', '201 551 609 640 732 848 856 862 908 973'],
  ['US-NM', 'America/Denver', '505 575'],
  [
    'US-NY',
    'America/New_York',
    '212 315 329 332 347 363 465 516 518 585 607 624 631 646 680 716 718 838 845 914',
  ],
  ['US-NY', 'America/New_York', '917 929 934'],
  ['US-NC', 'America/New_York', '252 336 472 704 743 828 910 919 980 984'],
  ['US-ND', 'America/Chicago America/Denver', '701'],
  ['US-OH', 'America/New_York', '216 220 234 283 326 330 380 419 436 440 513 567 614 740 937'],
  ['US-OK', 'America/Chicago', '405 539 572 580 918'],
  ['US-OR', 'America/Los_Angeles', '503 971'],
  ['US-OR', 'America/Los_Angeles America/Boise', '458 541'],
  ['US-PA', 'America/New_York', '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878'],
  ['US-RI', 'America/New_York', '401'],
  ['US-SC', 'America/New_York', '803 821 839 843 854 864'],
  ['US-SD', 'America/Chicago America/Denver', '605'],
  ['US-TN', 'America/Chicago', '615 629 731 901 931'],
  ['US-TN', 'America/New_York America/Chicago', '423 729'],
  ['US-TN', 'America/New_York', '865'],
  [
    'US-TX',
    'America/Chicago',
    '210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830',
  ],
  ['US-TX', 'America/Chicago', '832 903 936 940 945 956 972 979'],
  ['US-TX', 'America/Denver', '915'],
  ['US-UT', 'America/Denver', '385 435 801'],
  ['US-VT', 'America/New_York', '802'],
  ['US-VA', 'America/New_York', '276 434 540 571 686 703 757 804 826 948'],
  ['US-WA', 'America/Los_Angeles', '206 253 360 425 509 564'],
  ['US-WV', 'America/New_York', '304 681'],
  ['US-WI', 'America/Chicago', '262 274 353 414 534 608 715 920'],
  ['US-WY', 'America/Denver', '307'],

  ['CA-AB', 'America/Edmonton', '368 403 587 780 825'],
  ['CA-BC', 'America/Vancouver', '604'],
  // The east uses Mountain time, in part without daylight-saving time; the overlays serve the whole province.
  [
    'CA-BC',
    'America/Vancouver America/Edmonton America/Creston America/Dawson_Creek America/Fort_Nelson',
    '236 250 257 672 778',
  ],
  ['CA-MB', 'America/Winnipeg', '204 431 584'],
  ['CA-NB', 'America/Moncton', '428 506'],
  ['CA-NL', 'America/St_Johns America/Goose_Bay', '709 879'],
  // Nova Scotia and Prince Edward Island share their codes.
  ['CA-NS', 'America/Halifax America/Glace_Bay', '782 902'],
  // The three northern territories share one code.
  [
    'CA-YT',
    'America/Whitehorse America/Dawson America/Inuvik America/Edmonton America/Cambridge_Bay ' +
      'America/Rankin_Inlet America/Resolute America/Atikokan America/Iqaluit',
    '867',
  ],
  ['CA-ON', 'America/Toronto', '226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 905 942'],
  ['CA-ON', 'America/Toronto America/Atikokan America/Winnipeg', '807'],
  ['CA-QC', 'America/Toronto', '263 354 438 450 468 514 579 819 873'],
  // The Magdalen Islands use Atlantic time, and so does the Lower North Shore, without daylight-saving time.
  ['CA-QC', 'America/Toronto America/Halifax America/Blanc-Sablon', '273 367 418 581'],
  // Lloydminster uses Alberta's time.
  ['CA-SK', 'America/Regina America/Swift_Current America/Edmonton', '306 474 639'],

  ['AG', 'America/Antigua', '268'],
  ['AI', 'America/Anguilla', '264'],
  ['AS', 'Pacific/Pago_Pago', '684'],
  ['BB', 'America/Barbados', '246'],
  ['BM', 'Atlantic/Bermuda', '441'],
  ['BS', 'America/Nassau', '242'],
  ['DM', 'America/Dominica', '767'],
  ['DO', 'America/Santo_Domingo', '809 829 849'],
  ['GD', 'America/Grenada', '473'],
  ['GU', 'Pacific/Guam', '671'],
  ['JM', 'America/Jamaica', '658 876'],
  ['KN', 'America/St_Kitts', '869'],
  ['KY', 'America/Cayman', '345'],
  ['LC', 'America/St_Lucia', '758'],
  ['MP', 'Pacific/Saipan', '670'],
  ['MS', 'America/Montserrat', '664'],
  ['PR', 'America/Puerto_Rico', '787 939'],
  ['SX', 'America/Lower_Princes', '721'],
  ['TC', 'America/Grand_Turk', '649'],
  ['TT', 'America/Port_of_Spain', '868'],
  ['VC', 'America/St_Vincent', '784'],
  ['VG', 'America/Tortola', '284'],
  ['VI', 'America/St_Thomas', '340'],
];

/** The place of an area code: its region and the IANA time zones there. */
interface AreaCodePlace {
  region: string;
  zones: readonly string[];
}

/** Maps area codes to their places. */
export const areaCodePlaces: ReadonlyMap<string, AreaCodePlace> = new Map(
  rows.flatMap(([region, zones, areaCodes]) => {
    const place = { region, zones: zones.split(' ') };
    return areaCodes.split(' ').map((areaCode) => [areaCode, place] as const);
  }),
);

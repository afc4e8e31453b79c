export interface LoginIllustrationProps {
  /** Shows only the canopy with its pumps and the shop, for a phone. */
  isStrip?: boolean;
  className?: string;
}

export function LoginIllustration({ isStrip = false, className }: LoginIllustrationProps) {
  return (
    <svg
      viewBox={isStrip ? '0 482 720 270' : '0 0 720 900'}
      preserveAspectRatio={isStrip ? 'xMidYMid slice' : 'xMaxYMax slice'}
      className={className}
      role="presentation"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="illustration-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--illustration-sky-high)" />
          <stop offset="0.6" stopColor="var(--illustration-sky-mid)" />
          <stop offset="1" stopColor="var(--illustration-sky-low)" />
        </linearGradient>
        <linearGradient id="illustration-beam" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--illustration-lamp)" stopOpacity="var(--illustration-glow)" />
          <stop offset="1" stopColor="var(--illustration-lamp)" stopOpacity="0.04" />
        </linearGradient>
        <linearGradient id="illustration-pool" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--illustration-lamp)" stopOpacity="0.28" />
          <stop offset="1" stopColor="var(--illustration-lamp)" stopOpacity="0" />
        </linearGradient>
      </defs>
      {sky}
      {hills}
      {ground}
      {shop}
      {canopy}
      {!isStrip && priceSign}
      {car}
    </svg>
  );
}

const stars = [
  [64, 96, 1.8],
  [132, 190, 1.3],
  [208, 70, 1.5],
  [286, 150, 1.2],
  [352, 92, 1.9],
  [420, 232, 1.2],
  [496, 128, 1.6],
  [548, 56, 1.2],
  [628, 148, 1.7],
  [84, 398, 1.3],
  [236, 420, 1.2],
  [340, 330, 1.4],
  [676, 70, 1.3],
  [40, 260, 1.4],
] as const;

const sky = (
  <>
    <rect width="720" height="900" fill="url(#illustration-sky)" />
    <g fill="var(--illustration-star)">
      {stars.map(([x, y, r]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r={r} />
      ))}
    </g>
    {/* Far enough from the price sign in every crop. */}
    <circle cx="462" cy="372" r="96" fill="var(--illustration-sun)" opacity="var(--illustration-halo)" />
    <circle cx="462" cy="372" r="56" fill="var(--illustration-sun)" opacity="0.94" />
    <g stroke="var(--illustration-cloud)" strokeLinecap="round" opacity="0.5">
      <path d="M103 295H239M147 315H323" strokeWidth="14" />
      <path d="M336 202H444M302 220H386" strokeWidth="12" />
    </g>
  </>
);

const hills = (
  <g fill="var(--illustration-hill)">
    <path d="M0 640C120 560 220 610 330 580S560 520 720 600V900H0Z" opacity="0.5" />
    <path d="M0 690C160 640 300 680 430 650S640 640 720 670V900H0Z" />
  </g>
);

const ground = (
  <>
    <rect y="748" width="720" height="152" fill="var(--illustration-tarmac)" />
    <rect y="748" width="720" height="5" fill="var(--illustration-kerb)" opacity="0.55" />
    <path d="M62 753H418L470 806H10Z" fill="url(#illustration-pool)" />
    <g stroke="var(--color-amber)" opacity="0.72">
      <path d="M40 855H640" strokeWidth="6" strokeDasharray="90 80" />
    </g>
  </>
);

const shop = (
  <g transform="translate(-40 0)">
    <rect x="446" y="612" width="218" height="136" fill="var(--illustration-wall)" />
    <rect x="446" y="728" width="218" height="20" fill="var(--illustration-wall-shade)" />
    <rect x="436" y="592" width="238" height="30" fill="var(--illustration-sign)" />
    <rect x="436" y="622" width="238" height="5" fill="var(--color-amber)" />
    <path d="M462 646h72v66h-72ZM546 646h36v102h-36ZM594 646h56v66h-56Z" fill="var(--illustration-glass)" />
    <g fill="var(--illustration-wall)">
      <path d="M496 646h4v66h-4ZM462 676h72v3h-72ZM594 676h56v3h-56ZM563 646h3v102h-3Z" />
    </g>
  </g>
);

const pump = (
  <>
    <rect width="46" height="80" rx="5" fill="var(--illustration-wall)" />
    <path d="M0 16V5A5 5 0 0 1 5 0H41A5 5 0 0 1 46 5V16Z" fill="var(--illustration-sign)" />
    <rect x="8" y="23" width="30" height="16" rx="2" fill="var(--illustration-panel)" />
    <rect x="12" y="28" width="22" height="6" fill="var(--color-amber)" />
    <rect x="8" y="46" width="30" height="3" fill="var(--illustration-wall-shade)" />
    <g fill="none" stroke="var(--illustration-post)" strokeWidth="4" strokeLinecap="round">
      <path d="M46 26q13 4 11 25t-9 23" />
    </g>
  </>
);

const canopy = (
  <>
    <path d="M92 565H376L408 748H66Z" fill="url(#illustration-beam)" />
    <path d="M126 560h12v188h-12ZM332 560h12v188h-12Z" fill="var(--illustration-wall)" />
    <path d="M135 560h3v188h-3ZM341 560h3v188h-3Z" fill="var(--illustration-wall-shade)" />
    <g transform="translate(160 664)">{pump}</g>
    <g transform="translate(262 664)">{pump}</g>
    <rect x="100" y="741" width="276" height="9" rx="2" fill="var(--illustration-kerb)" />
    <rect x="56" y="518" width="360" height="22" fill="var(--illustration-wall)" />
    <rect x="56" y="536" width="360" height="18" fill="var(--illustration-sign)" />
    <rect x="56" y="554" width="360" height="6" fill="var(--color-amber)" />
    <path d="M112 560h46v5h-46ZM213 560h46v5h-46ZM314 560h46v5h-46Z" fill="var(--illustration-lamp)" />
  </>
);

const priceText = {
  textAnchor: 'middle',
  fontFamily: 'var(--font-sign)',
  fontWeight: 600,
  fontSize: 27,
  letterSpacing: 2,
  fill: 'var(--color-amber)',
} as const;

const priceSign = (
  <g transform="translate(30 0)">
    <path d="M586 440h10v308h-10ZM644 440h10v308h-10Z" fill="var(--illustration-post)" />
    <rect x="566" y="250" width="108" height="214" rx="10" fill="var(--illustration-sign)" />
    <rect x="566" y="308" width="108" height="5" fill="var(--color-amber)" />
    <path d="M590 288q30-30 60 0" fill="none" stroke="#fff" strokeWidth="7" strokeLinecap="round" />
    <rect x="617" y="278" width="6" height="20" fill="#fff" />
    {['3.29', '3.59', '3.89'].map((price, row) => (
      <g key={price} transform={`translate(0 ${row * 46})`}>
        <rect x="578" y="322" width="84" height="38" rx="4" fill="var(--illustration-panel)" />
        <text x="621" y="350" {...priceText}>
          {price}
        </text>
      </g>
    ))}
  </g>
);

const car = (
  <g transform="translate(196 772)">
    <ellipse cx="66" cy="49" rx="74" ry="6" fill="var(--illustration-post)" opacity="0.45" />
    <g fill="var(--illustration-car)">
      <path d="M4 42q-4-1-4-6 0-13 14-15l14-3L44 4q3-3 8-3h32q6 0 10 4l15 13 14 3q11 2 11 13v4q0 4-5 4Z" />
    </g>
    <path d="M35 18 47 7q2-2 5-2h11v13Zm33-13h15q4 0 7 3l12 10H68Z" fill="var(--illustration-car-glass)" />
    <rect x="0" y="30" width="10" height="5" rx="2" fill="var(--color-amber)" />
    <rect x="125" y="27" width="9" height="5" rx="2" fill="var(--illustration-lamp)" />
    {[28, 106].map((x) => (
      <g key={x}>
        <circle cx={x} cy="42" r="12" fill="var(--illustration-post)" />
        <circle cx={x} cy="42" r="5" fill="var(--illustration-kerb)" />
      </g>
    ))}
  </g>
);

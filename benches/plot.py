"""Draws bars and curves on logarithmic axes as SVG; readable on light and dark pages."""

import math
from html import escape

ROW, LEFT, WIDTH, TOP = 22, 190, 640, 44
OURS, OTHERS = "#2f855a", "#8a94a6"


def bars(title, rows, unit):
    """One bar a row: `(label, value)`; rows of this project stand out."""
    values = [value for _, value in rows]
    low = math.floor(math.log10(min(values) * 0.99))
    high = math.ceil(math.log10(max(values)))
    scale = (WIDTH - LEFT - 60) / max(1, high - low)
    height = TOP + ROW * len(rows) + 26
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
             f'<text x="8" y="22" font-size="15" fill="#1a202c">{escape(title)}</text>']
    for power in range(low, high + 1):
        x = LEFT + (power - low) * scale
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{height - 24}" stroke="#e2e8f0"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle" fill="#4a5568">{10 ** power:g}{unit}</text>')
    for index, (label, value) in enumerate(rows):
        y = TOP + index * ROW
        length = max(1.0, (math.log10(value) - low) * scale)
        color = OURS if label.startswith("orchestrate") else OTHERS
        shown = f"{value:.0f}" if value >= 100 or not unit else f"{value:.2f}"
        parts.append(f'<text x="{LEFT - 6}" y="{y + 14}" text-anchor="end" fill="#1a202c">{escape(label)}</text>')
        parts.append(f'<rect x="{LEFT}" y="{y + 3}" width="{length:.1f}" height="{ROW - 7}" fill="{color}"/>')
        parts.append(f'<text x="{LEFT + length + 4:.1f}" y="{y + 14}" fill="#1a202c">{shown}{unit}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def decades(values):
    """The whole powers of ten around all values, both ends included."""
    low = math.floor(math.log10(min(values) * 1.001))
    return low, max(low + 1, math.ceil(math.log10(max(values) * 0.999)))


def curves(title, unit, series):
    """One curve for each `(name, [(x, y), …])`, both axes logarithmic; every point is labelled with its value."""
    left, top, wide, high = 56, 50, 500, 260
    low_x, high_x = decades([x for _, points in series for x, _ in points])
    low_y, high_y = decades([y for _, points in series for _, y in points])
    at_x = lambda x: left + (math.log10(x) - low_x) * wide / (high_x - low_x)  # noqa: E731
    at_y = lambda y: top + high - (math.log10(y) - low_y) * high / (high_y - low_y)  # noqa: E731
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top + high + 50}" font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{top + high + 50}" fill="#ffffff"/>',
             f'<text x="8" y="22" font-size="15" fill="#1a202c">{escape(title)}</text>']
    for power in range(low_x, high_x + 1):
        x = at_x(10 ** power)
        parts.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{top + high}" stroke="#e2e8f0"/>')
        parts.append(f'<text x="{x:.1f}" y="{top + high + 18}" text-anchor="middle" fill="#4a5568">{10 ** power:,}</text>')
    for power in range(low_y, high_y + 1):
        y = at_y(10 ** power)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + wide}" y2="{y:.1f}" stroke="#e2e8f0"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#4a5568">{10 ** power:g}</text>')
    parts.append(f'<text x="{left + wide / 2}" y="{top + high + 38}" text-anchor="middle" fill="#4a5568">{escape(unit)}</text>')
    for (name, points), color in zip(series, (OURS, "#2b6cb0", OTHERS), strict=False):
        line = " ".join(f"{at_x(x):.1f},{at_y(y):.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        for x, y in points:
            parts.append(f'<circle cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="3.5" fill="{color}"/>')
            shown = f"{y:,.0f}" if y >= 100 else f"{y:.1f}"
            parts.append(f'<text x="{at_x(x):.1f}" y="{at_y(y) - 8:.1f}" text-anchor="middle" fill="#1a202c">{shown}</text>')
        end = points[-1]
        parts.append(f'<text x="{at_x(end[0]) + 10:.1f}" y="{at_y(end[1]) + 4:.1f}" fill="{color}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"

"""Draws bars on a logarithmic axis as SVG; readable on light and dark pages."""

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

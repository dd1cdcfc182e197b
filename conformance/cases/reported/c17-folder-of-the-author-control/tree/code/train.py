import os
os.makedirs('Logs', exist_ok=True)
with open('Logs/out.txt', 'w') as f:
    f.write('acc 0.91')
